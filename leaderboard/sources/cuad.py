"""CUAD's archive, by path or by download, turned into contracts and cases (SCORING 2)."""

from __future__ import annotations

import hashlib
import http.client
import io
import json
import lzma
import stat
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from leaderboard.sources.errors import NoSourceError, SourceError
from scoring.cuad import (
    CLAUSE_TYPES,
    Case,
    ClauseDataError,
    Contract,
    all_cases,
    build_cases,
    parse_squad,
)

__all__ = [
    "CUAD_SHA256",
    "CUAD_URL",
    "MAX_FILE_BYTES",
    "MAX_JSON_BYTES",
    "MEMBERS",
    "CuadSource",
    "fetch_cuad",
    "load_cuad",
    "load_titles",
]

CUAD_URL: Final = (
    "https://raw.githubusercontent.com/TheAtticusProject/cuad/"
    "67faa0e6023b04fcaae6cc09497ab00e5d63a2a2/data.zip"
)
"""The official archive, at a commit."""

CUAD_SHA256: Final = "f8161d18bea4e9c05e78fa6dda61c19c846fb8087ea969c172753bc2f45b999a"
"""What the official archive's bytes hash to, as public loaders quote it."""

MEMBERS: Final = ("CUAD_v1.json", "test.json", "CUADv1.json")
"""Names of the member that is read, the first one found, in whatever folder of the archive."""

MAX_FILE_BYTES: Final = 128 * 1024 * 1024
"""Largest file that is downloaded or opened; the known archives have 18 MB."""

MAX_JSON_BYTES: Final = 128 * 1024 * 1024
"""Largest JSON that is unpacked from an archive; the known ones have 40 MB."""

_TITLES: Final = Path(__file__).with_name("cuad_test_titles.json")
_CHUNK: Final = 1024 * 1024
_ZIP_MAGIC: Final = b"PK"
_ARCHIVE: Final = "CUAD's archive or its JSON file"
_LIST: Final = "a JSON list of titles"
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
# zipfile answers an encrypted member with RuntimeError, an unknown compression with
# its subclass NotImplementedError, a name in broken UTF-8 with a ValueError.
_DAMAGED: Final = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    RuntimeError,
    ValueError,
)
# Titles came to be file names, in which some characters could not stand.
_AS_IN_FILE_NAMES: Final = str.maketrans("&'’", "___")


@dataclass(frozen=True, slots=True)
class CuadSource:
    """CUAD, restricted to one list of contracts.

    Attributes:
        contracts: in the order of the titles asked for, each under exactly that title.
        cases: the suite built from them.

    """

    contracts: tuple[Contract, ...]
    cases: tuple[Case, ...]


def load_titles(path: Path = _TITLES) -> tuple[str, ...]:
    """Return the titles in `path`, a JSON list of texts; by default CUAD's test split.

    Raises:
        NoSourceError: there is no such file, or it is not even meant to be JSON.
        SourceError: it is damaged or no such list.

    """
    value = _parse_json(_read_file(path, _LIST), path, _LIST)
    if not isinstance(value, list) or not value or not all(isinstance(t, str) for t in value):
        raise SourceError(f"{path} is no list of titles: give a JSON list of at least one text.")
    if len(set(value)) < len(value):
        repeated = next(title for index, title in enumerate(value) if title in value[:index])
        raise SourceError(f"{path} names {repeated!r} twice: name each contract once.")
    return tuple(value)


def _member(archive: zipfile.ZipFile, path: Path) -> zipfile.ZipInfo:
    files = [info for info in archive.infolist() if not info.filename.startswith("__MACOSX/")]
    for name in MEMBERS:
        found = [info for info in files if info.filename.rsplit("/", 1)[-1] == name]
        if len(found) > 1:
            raise SourceError(
                f"{path} holds {len(found)} members named {name}: "
                "unpack the right one and give its path."
            )
        if found:
            return found[0]
    raise SourceError(
        f"{path} holds none of {', '.join(MEMBERS)}: give CUAD_v1.zip or the official data.zip."
    )


def _read_member(packed: bytes, path: Path) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            info = _member(archive, path)
            # The header's size may lie; the read below is bounded whatever it says.
            with archive.open(info) as member:
                content = member.read(MAX_JSON_BYTES + 1)
    except _DAMAGED as error:
        raise SourceError(
            f"{path} is a damaged archive or not one this program reads ({error}): "
            "download it again."
        ) from error
    if len(content) > MAX_JSON_BYTES:
        raise SourceError(
            f"{path}: {info.filename} unpacks to more than {MAX_JSON_BYTES:,} bytes: "
            "this is not CUAD, download it again."
        )
    return content


def _parse_json(content: bytes, path: Path, wanted: str | None = None) -> object:
    """Return the JSON value; with `wanted`, tell a file of another kind from a damaged one."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        start = content.removeprefix(_BYTE_ORDER_MARK).lstrip()[:1]
        if wanted is None or start in {b"", b"{", b"["}:
            raise SourceError(f"{path} holds no JSON ({error}): download it again.") from error
        what = "holds no JSON" + (" and is no archive of CUAD" if wanted == _ARCHIVE else "")
        raise NoSourceError(f"{path} {what}: give the path of {wanted}.") from error


def _read_file(path: Path, wanted: str) -> bytes:
    """Return the bytes of a regular file; devices and pipes need not end, and are not opened."""
    mend = f"give the path of {wanted}."
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise NoSourceError(f"{path} is a folder: {mend}")
        if not stat.S_ISREG(status.st_mode):
            raise NoSourceError(f"{path} is a device or a pipe, no file: {mend}")
        if status.st_size > MAX_FILE_BYTES:
            raise SourceError(
                f"{path} has {status.st_size:,} bytes, more than the {MAX_FILE_BYTES:,} that are "
                f"read: {mend}"
            )
        with path.open("rb") as file:
            # What is said to be the size may be wrong, and a file may grow.
            return file.read(MAX_FILE_BYTES)
    except OSError as error:
        raise NoSourceError(f"{path} cannot be read ({error.strerror or error}): {mend}") from error


def _load_json(path: Path) -> object:
    """Return the JSON value in `path`, a JSON file or an archive that holds one."""
    content = _read_file(path, _ARCHIVE)
    if content.startswith(_ZIP_MAGIC):
        return _parse_json(_read_member(content, path), path)
    return _parse_json(content, path, _ARCHIVE)


def _title_key(title: str) -> str:
    return " ".join(title.translate(_AS_IN_FILE_NAMES).split()).casefold()


def _one_by_key(contracts: Sequence[Contract]) -> Mapping[str, Contract]:
    """Return the contracts by their folded titles, those left out that share one."""
    by_key: dict[str, Contract] = {}
    shared: set[str] = set()
    for contract in contracts:
        key = _title_key(contract.title)
        if key in by_key:
            shared.add(key)
        by_key[key] = contract
    return {key: contract for key, contract in by_key.items() if key not in shared}


def _check_types(contract: Contract, where: str) -> None:
    lacking = [category for category in CLAUSE_TYPES if category not in contract.spans]
    if lacking:
        raise SourceError(
            f"{where}: {contract.title!r} is annotated for {len(contract.spans)} of CUAD's "
            f"{len(CLAUSE_TYPES)} clause types, {lacking[0]!r} is not among them: "
            "give the whole archive."
        )


def _select(
    contracts: Sequence[Contract], titles: Sequence[str], where: str
) -> tuple[Contract, ...]:
    """Return one contract per title, in the titles' order and under their spelling.

    A title is looked for as it is, then with white space, case and the characters that file
    names cannot hold made equal.
    """
    exact = {contract.title: contract for contract in contracts}
    folded = _one_by_key(contracts)
    chosen: list[Contract] = []
    missing: list[str] = []
    for title in titles:
        contract = exact.get(title) or folded.get(_title_key(title))
        if contract is None:
            missing.append(title)
        else:
            _check_types(contract, where)
            chosen.append(Contract(title, contract.text, contract.spans, contract.questions))
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        raise SourceError(
            f"{where} has {len(contracts)} contracts, none of them titled {missing[0]!r}{more}: "
            "give the whole archive, or a list of the titles that it has."
        )
    return tuple(chosen)


def load_cuad(
    path: Path,
    *,
    titles: Sequence[str] | None = None,
    present: int = 20,
    absent: int = 12,
    every: bool = False,
) -> CuadSource:
    """Return the contracts and cases of the archive or SQuAD-shaped JSON file at `path`.

    Args:
        path: `CUAD_v1.zip`, the official `data.zip`, or a JSON file out of one of them.
        titles: the contracts in file order; by default CUAD's test split.
        present: number of cases whose clause is present.
        absent: number of cases whose clause is absent.
        every: every contract with every clause type, whatever the two numbers say.

    Raises:
        NoSourceError: there is no such file, or it is neither an archive nor JSON.
        SourceError: it is damaged, too large or of another shape, a title is not in it, or a
            number of cases cannot be reached.

    """
    value = _load_json(path)
    try:
        contracts = _select(
            parse_squad(value), load_titles() if titles is None else titles, str(path)
        )
        cases = (
            all_cases(contracts)
            if every
            else build_cases(contracts, present=present, absent=absent)
        )
    except ClauseDataError as error:
        raise SourceError(f"{path}: {error}.") from error
    return CuadSource(contracts, cases)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _download(
    url: str, keep: Callable[[bytes], object], *, timeout: float, deadline: float, limit: int
) -> str:
    """Hand the bytes at `url` to `keep`, piece by piece, and return their SHA-256."""
    digest = hashlib.sha256()
    size = 0
    end = time.monotonic() + deadline
    # Only https and, for a mirror of one's own, http reach this line: `fetch_cuad` sees to it.
    with urllib.request.urlopen(url, timeout=timeout) as response:  # noqa: S310
        while chunk := response.read1(_CHUNK):
            size += len(chunk)
            if size > limit:
                raise SourceError(
                    f"{url} sends more than {limit:,} bytes: this is not CUAD's archive."
                )
            if time.monotonic() > end:
                raise SourceError(f"{url} took more than {deadline:g} s: try again later.")
            digest.update(chunk)
            keep(chunk)
        # Reading piece by piece does not notice by itself that the server stopped half-way.
        if response.length:
            raise http.client.IncompleteRead(b"", response.length)
    return digest.hexdigest()


def fetch_cuad(  # noqa: PLR0913 -- each is a bound or a pin that a test turns
    folder: Path,
    *,
    url: str = CUAD_URL,
    sha256: str = CUAD_SHA256,
    timeout: float = 60.0,
    deadline: float = 900.0,
    limit: int = MAX_FILE_BYTES,
) -> Path:
    """Return the path of the pinned archive in `folder`, downloaded unless it is there already.

    The file appears only whole and with the right digest.

    Args:
        folder: where the archive is kept; made if it is not there.
        url: where it is downloaded from.
        sha256: what its bytes must hash to.
        timeout: seconds that the server may be silent.
        deadline: seconds that the download may take.
        limit: bytes that it may have.

    Raises:
        SourceError: the download failed, or its bytes are not the pinned ones.

    """
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in {"https", "http"}:
        raise SourceError(f"{url} is no https address: give one.")
    path = folder / f"cuad-{sha256[:12]}.zip"
    mend = f"try again, or download it by hand and give its path instead of {url}."
    try:
        if path.is_file() and _digest(path) == sha256:
            return path
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".cuad-", delete=False) as file:
            partial = Path(file.name)
            try:
                found = _download(url, file.write, timeout=timeout, deadline=deadline, limit=limit)
                if found != sha256:
                    raise SourceError(
                        f"{url} gave an archive with sha256 {found}, not the pinned {sha256}: "
                        "do not use it; " + mend
                    )
                file.close()
                partial.chmod(0o644)
                partial.replace(path)
            finally:
                partial.unlink(missing_ok=True)
    except (OSError, http.client.HTTPException) as error:
        if isinstance(error, urllib.error.HTTPError):
            error.close()  # it is a response, and holds the connection open
        raise SourceError(f"CUAD's archive could not be fetched ({error}): {mend}") from error
    return path
