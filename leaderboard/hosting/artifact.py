"""The one file of an artifact, read in memory: nothing is unpacked to the disk, nothing followed.

An artifact is what a pull request's run left. Whoever changes the workflow writes what he likes
into it, so its archive is taken for hostile.
"""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from typing import Final

from leaderboard.errors import LeaderboardError

__all__ = ["MOST_ARCHIVE", "MOST_REPORT", "REPORT", "ArtifactError", "parse_artifact"]

REPORT: Final = "report.json"
MOST_REPORT: Final = 2 * 1024 * 1024
"""Bytes of the report."""
MOST_ARCHIVE: Final = 4 * 1024 * 1024
"""Bytes of its archive."""
_KINDS: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
# zipfile answers damage with these; a name in broken UTF-8 with a ValueError.
_DAMAGED: Final = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError)


class ArtifactError(LeaderboardError):
    """An artifact is not the one small file that the check writes."""


def parse_artifact(data: bytes) -> bytes:
    """The bytes of `report.json` in an archive that holds nothing else.

    Args:
        data: a ZIP archive.

    Raises:
        ArtifactError: it is damaged, holds something else, or unpacks to more than `MOST_REPORT`.

    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            member = _member(archive)
            # The size in the archive's directory may lie; what is read is bounded all the same.
            with archive.open(member) as file:
                report = file.read(MOST_REPORT + 1)
    except _DAMAGED as error:
        raise ArtifactError(f"the artifact is no archive that can be read ({error})") from error
    if len(report) > MOST_REPORT:
        raise ArtifactError(f"{REPORT} unpacks to over {MOST_REPORT:,} bytes")
    return report


def _member(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    members = archive.infolist()
    if [member.filename for member in members] != [REPORT]:
        raise ArtifactError(f"the artifact holds {len(members)} files, not {REPORT} alone")
    member = members[0]
    mode = member.external_attr >> 16
    if stat.S_IFMT(mode) not in {0, stat.S_IFREG}:
        raise ArtifactError(f"{REPORT} in the artifact is no plain file")
    if member.flag_bits & 1 or member.compress_type not in _KINDS:
        raise ArtifactError(f"{REPORT} is encrypted or packed in an unusual way")
    return member
