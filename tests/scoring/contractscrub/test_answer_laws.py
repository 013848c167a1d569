from __future__ import annotations

import json
from typing import TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from scoring.contractscrub import CATEGORIES, CATEGORY_KEYS, Answer, parse_answer
from scoring.contractscrub.answers import FLAGS, OK, TEXT_STATUSES

Entries: TypeAlias = dict[str, list[dict[str, str]]]

# Any text at all, lone surrogates included, and texts made of what the reader looks for.
PIECES = st.sampled_from(
    [
        *("{", "}", "[", "]", ",", ":", '"', "\\", "'", "\n", " ", "\f", "\x00", "\ufeff"),
        *('"defined_terms"', '"Defined Terms"', '"term"', '"location":', '"a":', "null", "1.0"),
        *("<think>", "</think>", "<reasoning>", "</reasoning>", "```", "```json\n", "~~~", "NaN"),
        *('{"defined_terms":[]}', '{"defined_terms":[', '\n{"a":', "[{}]", "\\u00e9", "\\ud800"),
        *("defined_terms", '"{\\"defined_terms\\":[]}"', "{}", "/* */", "tru", "\ud83d", "—"),
    ],
)
TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=())),
    st.lists(PIECES, max_size=30).map("".join),
)

# Words that neither normalisation nor UTF-8 can make away with.
WORDS = st.text(st.characters(exclude_categories=["Cs"])).map(lambda text: f"a{text}a")


def entries_of(fields: tuple[str, ...]) -> st.SearchStrategy[list[dict[str, str]]]:
    return st.lists(st.fixed_dictionaries(dict.fromkeys(fields, WORDS)), max_size=3)


ANSWERS: st.SearchStrategy[Entries] = st.fixed_dictionaries(
    {category.key: entries_of(category.fields) for category in CATEGORIES},
)
# Prose in which nothing is a bracket, a fence, a tag or white space alone.
PROSE = st.text(st.characters(exclude_characters="{}[]`~<>\ufeff")).map(lambda text: f"So{text}")


@given(TEXTS)
def test_nothing_is_raised_for_any_text(text: str) -> None:
    answer = parse_answer(text)
    assert answer.status in {OK, *TEXT_STATUSES}
    assert answer.flags <= set(FLAGS)
    assert tuple(answer.entries) == CATEGORY_KEYS
    assert answer.status == OK or not any(answer.entries.values())
    for category in CATEGORIES:
        for entry in answer.entries[category.key]:
            assert list(entry) == [field for field in category.fields if field in entry]
    json.dumps(answer.entries, ensure_ascii=False).encode()
    assert parse_answer(text) == answer


@given(entries=ANSWERS, ascii_only=st.booleans(), indent=st.sampled_from([None, 0, 2]))
def test_a_well_formed_answer_reads_back_the_same(
    entries: Entries, *, ascii_only: bool, indent: int | None
) -> None:
    answer = parse_answer(json.dumps(entries, ensure_ascii=ascii_only, indent=indent))
    assert answer == Answer(OK, entries, frozenset())


@given(ANSWERS, st.randoms(use_true_random=False))
def test_the_order_of_keys_and_fields_says_nothing(entries: Entries, random: st.DataObject) -> None:
    def shuffled(pairs: list[tuple[str, object]]) -> dict[str, object]:
        random.shuffle(pairs)  # type: ignore[attr-defined]
        return dict(pairs)

    turned = shuffled(
        [(key, [shuffled([*entry.items()]) for entry in given]) for key, given in entries.items()],
    )
    assert parse_answer(json.dumps(turned)) == parse_answer(json.dumps(entries))


@given(ANSWERS, PROSE, PROSE)
def test_what_stands_around_an_answer_changes_no_entry(
    entries: Entries, before: str, after: str
) -> None:
    text = json.dumps(entries)
    wrapped = {
        f"{before}\n{text}\n{after}": {"prose_around"},
        f"```json\n{text}\n```": {"fenced"},
        f"{before}\n```\n{text}\n```\n{after}": {"fenced", "prose_around"},
        f"<think>{before} {text}</think>\n{text}": {"reasoning_stripped"},
        f"{before} {{ {after} </think>{text}": {"reasoning_stripped"},
        f"\ufeff{text}": {"bom"},
        f'{{"answer": {text}}}': {"unwrapped"},
        json.dumps({"answer": text}): {"unwrapped"},
        json.dumps(text): {"unwrapped"},
        f'{{"defined_terms": []}}\n{text}': {"multiple_objects"},
    }
    for whole, flags in wrapped.items():
        answer = parse_answer(whole)
        assert answer == Answer(OK, entries, frozenset(flags)), whole


@given(ANSWERS, st.data(), st.sampled_from(["", "Here:\n```json\n", "\ufeff", '{"answer": ']))
def test_an_answer_cut_off_anywhere_is_never_scored(
    entries: Entries, data: st.DataObject, before: str
) -> None:
    text = json.dumps(entries)
    cut = data.draw(st.integers(0, len(text) - 1))
    answer = parse_answer(before + text[:cut])
    shown = cut >= len(f'{{"{next(iter(entries))}"')
    no_known_key = {"no_json", "empty", "no_known_key"}
    assert answer.status in ({"truncated"} if shown else no_known_key)
    assert not any(answer.entries.values())
    # Nor does the complete draft before it win once the final answer has shown a known key.
    draft = f"{before}{text}" + ("}" if before.startswith("{") else "")
    after_draft = parse_answer(f"{draft}\n{text[:cut]}")
    assert after_draft.status == ("truncated" if shown else OK)


@given(ANSWERS, ANSWERS)
def test_the_last_of_two_answers_counts(first: Entries, last: Entries) -> None:
    answer = parse_answer(f"{json.dumps(first)}\nNo, rather:\n{json.dumps(last)}")
    assert (answer.status, answer.entries) == (OK, last)


@given(ANSWERS)
def test_trailing_commas_change_no_entry(entries: Entries) -> None:
    text = json.dumps(entries, indent=1)
    # In this layout only JSON's own brackets begin a line.
    lines = [
        line + "," if line[-1:] not in "[{," and after.strip()[:1] in ("]", "}") else line
        for line, after in zip(text.split("\n"), [*text.split("\n")[1:], ""], strict=True)
    ]
    answer = parse_answer("\n".join(lines))
    assert answer == Answer(OK, entries, frozenset({"trailing_comma"}))


@given(ANSWERS, st.sampled_from(CATEGORY_KEYS))
def test_a_missing_category_and_an_empty_one_score_the_same(entries: Entries, key: str) -> None:
    missing = parse_answer(json.dumps({k: v for k, v in entries.items() if k != key}))
    null = parse_answer(json.dumps({**entries, key: None}))
    empty = parse_answer(json.dumps({**entries, key: []}))
    assert missing.entries == null.entries == empty.entries
    assert missing.flags == frozenset({"missing_category"})
    assert null.flags == frozenset({"null_category"})
