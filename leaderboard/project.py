"""What this board is called and where it is published: read from `mkdocs.yml`, stated nowhere else.

`site_name`, `site_description` and `site_url` are MkDocs' own settings; what MkDocs has no place
for stands below `extra`:

- `repository`: https address of the repository, or null;
- `citation`: `authors` (`name` of a body, or `family` and `given` of a person), `license` (SPDX),
  `keywords`, and `doi` of the board as a whole, or null.

An address that is not set is not made up: pages link by relative addresses all the same, and
citations name a page by its path in the site.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from leaderboard.errors import BrokenRepositoryError

__all__ = ["CONFIG", "Author", "Project", "load_project"]

CONFIG: Final = "mkdocs.yml"
Text: TypeAlias = Annotated[str, Field(min_length=1)]
Address: TypeAlias = Annotated[str, Field(pattern=r"^https?://[^\s\"'<>{}\\]+$")]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class Author(_Record):
    """Who is cited: a body by its `name`, or a person by `family` and `given` name."""

    name: Text | None = None
    family: Text | None = None
    given: Text | None = None

    @model_validator(mode="after")
    def _one_or_the_other(self) -> Author:
        if bool(self.name) == bool(self.family) or bool(self.family) != bool(self.given):
            raise ValueError("give `name`, or `family` and `given`")
        return self


class _Citation(_Record):
    authors: tuple[Author, ...] = ()
    license: Text | None = None
    keywords: tuple[Text, ...] = ()
    doi: Annotated[str, Field(pattern=r"^10\.[0-9]{4,9}/\S+$")] | None = None


class _Extra(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")
    repository: Address | None = None
    citation: _Citation = _Citation()


class _Config(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")
    site_name: Text
    site_description: str | None = None
    site_url: Address | None = None
    extra: _Extra = _Extra()


@dataclass(frozen=True, slots=True)
class Project:
    """What is said of the board wherever it is cited.

    Attributes:
        title: its name.
        abstract: what it is, in a sentence or two; "" if nothing is said.
        authors: who is cited for it, at least one.
        license: SPDX identifier of the licence of its results, or None.
        keywords: what it is about.
        doi: of the board as a whole, or None.
        site: https address of the published site, with a slash at its end; None while unknown.
        repository: https address of the repository; None while unknown.

    """

    title: str
    abstract: str
    authors: tuple[Author, ...]
    license: str | None
    keywords: tuple[str, ...]
    doi: str | None
    site: str | None
    repository: str | None


def load_project(root: Path, environment: Mapping[str, str] | None = None) -> Project:
    """Read what `mkdocs.yml` at `root` says.

    Args:
        root: the repository's root.
        environment: what `!ENV` reads: None for the variables of this process, as MkDocs does;
            empty for what the file itself says.

    Raises:
        BrokenRepositoryError: the file cannot be read, or a setting is not of its form.

    """
    try:
        with (root / CONFIG).open("rb") as file:
            content = yaml.load(file, Loader=_loader(environment))  # noqa: S506 - is safe
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise BrokenRepositoryError(f"{CONFIG} cannot be read: {error}") from error
    if not isinstance(content, dict):
        raise BrokenRepositoryError(f"{CONFIG} holds no settings: restore it with git")
    try:
        config = _Config.model_validate(
            _tupled({**content, "site_url": content.get("site_url") or None})
        )
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BrokenRepositoryError(f"{CONFIG}, `{where}`: {first['msg']}") from error
    stated = config.extra.citation
    return Project(
        title=config.site_name,
        abstract=config.site_description or "",
        authors=stated.authors or (Author(name=f"The maintainers of the {config.site_name}"),),
        license=stated.license,
        keywords=stated.keywords,
        doi=stated.doi,
        site=None if config.site_url is None else config.site_url.rstrip("/") + "/",
        repository=config.extra.repository,
    )


def _loader(environment: Mapping[str, str] | None) -> type[yaml.SafeLoader]:
    """MkDocs' own loader, made safe; with another environment if one is given."""
    from mkdocs.utils.yaml import get_yaml_loader

    loader: type[yaml.SafeLoader] = get_yaml_loader(yaml.SafeLoader)
    if environment is not None:

        def read(loader: yaml.SafeLoader, node: yaml.Node) -> object:
            """`!ENV NAME`, or `!ENV [NAME, …, DEFAULT]`."""
            if isinstance(node, yaml.ScalarNode):
                return environment.get(node.value)
            values = [loader.construct_object(each) for each in node.value]
            names, default = (values[:-1], values[-1]) if len(values) > 1 else (values, None)
            return next((environment[name] for name in names if name in environment), default)

        loader.add_constructor("!ENV", read)
    return loader


def _tupled(value: object) -> object:
    """YAML's lists as tuples, which strict records ask for."""
    if isinstance(value, list):
        return tuple(_tupled(part) for part in value)
    if isinstance(value, dict):
        return {key: _tupled(part) for key, part in value.items()}
    return value
