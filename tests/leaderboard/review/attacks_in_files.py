"""Pull requests whose files are not in order, too large, too clever, or somebody else's."""

from __future__ import annotations

import json
import pickle
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from leaderboard.programs import PROGRAMS
from leaderboard.registry import load_registry
from leaderboard.strict_json import MAX_BYTES
from tests.leaderboard.gits import Blob, Hosted
from tests.leaderboard.review.attack import (
    BYTES,
    COPIES,
    FORMATS,
    MARKUP,
    NAMES,
    Attack,
    Make,
    Mutation,
    about,
    answers,
    changed,
    edited,
    extra,
    pull,
    raw,
)
from tests.leaderboard.review.sample import (
    NEW,
    OTHERS,
    STANDING,
    answer,
    bobs,
    edition,
    meta_of,
    outputs_of,
    perfect,
    submission,
)

__all__ = ["ATTACKS"]

_JSON: Final = "leaderboard.strict_json"
_TOGETHER: Final = "leaderboard.checks.together"
_FIELDS: Final = "leaderboard.fields"
_ALARMS: Final = "leaderboard.review.alarms"
_TEXTS: Final = Mutation(
    "leaderboard.names:text_problems", "if not _ANY_RULE.search(text):", "if True:"
)
_NAMES: Final = Mutation(
    "leaderboard.names:name_problems", "(problem := check(text))", "(problem := None)"
)
_FORM: Final = "if not compiled.fullmatch(text):"
_ANY_LINK: Final = Mutation(
    f"{_FIELDS}:Link.__metadata__.1.func", _FORM, f"{_FORM[:-1]} and False:"
)
_ANY_LOGIN: Final = Mutation(
    f"{_FIELDS}:GithubLogin.__metadata__.1.func", _FORM, f"{_FORM[:-1]} and False:"
)
_LARGE: Final = (
    Mutation("leaderboard.review.folder:MAX_BYTES", "", 1 << 40),
    Mutation(f"{_JSON}:MAX_BYTES", "", 1 << 40),
)


def _padded(size: int) -> bytes:
    """A valid `submission.json` of so many bytes."""
    return json.dumps(meta_of("Reader Three")).encode().ljust(size)


def _unanswered() -> dict[str, Any]:
    """Outputs of which every second one is an error."""
    outputs = outputs_of(NEW)
    for record in outputs["outputs"][::2]:
        record |= {"response": None, "finish_reason": "api_error"}
    return outputs


def _unscored() -> dict[str, Any]:
    """Outputs on the paper's benchmark, whose gold is not in the repository."""
    spec = load_registry(Path("/nowhere")).specs()["contractscrub"]
    items = spec.editions[spec.current] or {"c1"}
    return {
        "schema_version": 1,
        "benchmark": "contractscrub",
        "benchmark_version": spec.current,
        "outputs": [
            {"item": item, "response": "{}", "finish_reason": "stop"} for item in sorted(items)
        ],
    }


def _program_answer(item: str) -> str:
    """What the board's own program answers."""
    (program,) = (one for one in PROGRAMS if one.key == "regex-scrubber")
    return program.answer(edition().contracts[item])


def _archive() -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(zipfile.ZipInfo("../../../evil.json"), "{}")
    return packed.getvalue()


def _copied(keep: Callable[[dict[str, list[dict[str, str]]]], None], **change: object) -> Make:
    """Bob's answers, changed a little."""

    def answered(item: str) -> str:
        entries = json.loads(answer(item, OTHERS))
        keep(entries)
        return json.dumps(entries, indent=1)

    return answers(answered, **change)


def _without_one(entries: dict[str, list[dict[str, str]]]) -> None:
    entries["defined_terms"] = entries["defined_terms"][1:]


def _hidden(entries: dict[str, list[dict[str, str]]]) -> None:
    """Half of what is copied taken out, and as much again put in."""
    for key in list(entries):
        if key != "defined_terms":
            entries[key] = entries[key][::2]
    entries["unused_defined_terms"] = entries.get("unused_defined_terms", []) + [
        {"term": f"Noise {number}", "location": f"{number + 1}.2"} for number in range(9)
    ]


def _reinstated(hosted: Hosted) -> tuple[str, str]:
    retracted = meta_of("Reader One", status="retracted", reason="Trained on the gold.")
    file = f"submissions/{STANDING}/submission.json"
    main = hosted.base({file: json.dumps(retracted)})
    return hosted.pull({file: json.dumps(meta_of("Reader One"))}, parents=[main]), main


def _precise_among_noise(hosted: Hosted) -> tuple[str, str]:
    """Everything that an entry without false answers says, and more than that of noise."""

    def answered(guessed: int) -> dict[str, Any]:
        outputs = outputs_of(NEW)
        for record in outputs["outputs"]:
            record["response"] = answer(record["item"], "precise", guessed=guessed)
        return outputs

    precise = submission(
        "bolt--precise", about=bobs("Bolt Precise", aliases=[]), answered=answered(0)
    )
    main = hosted.base(precise)
    return hosted.pull(submission(NEW, answered=answered(30)), parents=[main]), main


_NAMED: Final = Mutation(f"{_ALARMS}:_check_new", "if others:", "if False:")
_GOLD: Final = Mutation(f"{_ALARMS}:check_row", "if matched > GOLD_MATCHED:", "if False:")
_COVERED: Final = Mutation(f"{_ALARMS}:_covered", "if share > SHARED and", "if False and")
_COPIES: Final = Mutation(f"{_ALARMS}:_alike", "if counted > SHARED:", "if False:")
_SAME: Final = Mutation(
    f"{_ALARMS}:check_copies", "if count >= LEAST_RESPONSES and", "if False and"
)


ATTACKS: Final[tuple[Attack, ...]] = (
    # Bytes and JSON.
    Attack(
        "not_a_number",
        BYTES,
        "not_a_number",
        edited('"s": 0', '"s": NaN'),
        (Mutation(f"{_JSON}:_constant", "return _NoNumber(", "return 0.0 and ("),),
    ),
    Attack(
        "larger_than_any_number",
        BYTES,
        "number_too_large",
        edited('"s": 0', '"s": 1e999'),
        (Mutation(f"{_JSON}:_decimal", "return _NoNumber(", "return 0.0 and ("),),
    ),
    Attack(
        "ten_thousand_digits",
        BYTES,
        "number_too_large",
        edited('"s": 0', '"s": ' + "9" * 10_000),
        (Mutation(f"{_JSON}:_integer", "return _NoNumber(", "return 0 and ("),),
    ),
    Attack(
        "a_key_twice",
        BYTES,
        "duplicate_key",
        edited('"notes": "n"', '"notes": "n", "notes": "m"'),
        (Mutation(f"{_JSON}:_object", "if key in seen:", "if False:"),),
    ),
    Attack(
        "a_key_twice_once_escaped",
        BYTES,
        "duplicate_key",
        edited('"notes": "n"', '"notes": "n", "n\\u006ftes": "m"'),
        (Mutation(f"{_JSON}:_object", "if key in seen:", "if False:"),),
    ),
    Attack(
        "a_hundred_deep",
        BYTES,
        "too_deep",
        edited('"s": 0', '"s": ' + "[" * 100 + "]" * 100),
        (Mutation(f"{_JSON}:_outgrown", "if depth > MAX_DEPTH:", "if False:"),),
    ),
    Attack(
        "a_hundred_thousand_deep",
        BYTES,
        "too_deep",
        raw("[" * 100_000),
        (Mutation(f"{_JSON}:_outgrown", "if depth > MAX_DEPTH:", "if False:"),),
        alone=False,
    ),
    Attack(
        "too_many_values",
        BYTES,
        "too_many_values",
        edited('"s": 0', '"s": [' + "0," * 400_000 + "0]"),
        (
            Mutation(
                f"{_JSON}:_outgrown", "if strings > most or separators >= MAX_VALUES:", "if False:"
            ),
            Mutation(f"{_JSON}:_crowded", "if count <= most:", "if True:"),
        ),
        alone=False,  # settings are bounded too
    ),
    Attack("too_large", BYTES, "file_too_large", raw(lambda: _padded(MAX_BYTES + 1)), _LARGE),
    Attack(
        "too_large_together",
        BYTES,
        "folder_too_large",
        pull(
            lambda: {
                **submission(NEW),
                **{
                    f"submissions/{NEW}/judgments/j{one}.json": Blob(b" " * MAX_BYTES)
                    for one in range(3)
                },
            }
        ),
        (Mutation("leaderboard.review.folder:MOST_BYTES", "", 1 << 27),),
        alone=False,  # verdicts are flagged
    ),
    Attack(
        "sixteen_bits_a_letter",
        BYTES,
        "wrong_encoding",
        raw(json.dumps(meta_of("Reader Three")).encode("utf-16")),
        (Mutation(f"{_JSON}:_wrong_encoding", 'if encoding.startswith("utf-8"):', "if True:"),),
        alone=False,  # the same bytes are no UTF-8 either
    ),
    Attack(
        "a_byte_order_mark",
        BYTES,
        "byte_order_mark",
        raw(b"\xef\xbb\xbf" + json.dumps(meta_of("Reader Three")).encode()),
        (
            Mutation(
                f"{_JSON}:parse_strict",
                'if data.startswith(b"\\xef\\xbb\\xbf"):',
                'if data.startswith(b"\\xef\\xbb\\xbf") and not (data := data[3:]):',
            ),
        ),
    ),
    Attack(
        "bytes_of_no_letter",
        BYTES,
        "not_utf8",
        raw(json.dumps(meta_of("Reader Three", notes="n")).encode().replace(b'"n"', b'"\xff"')),
        (
            Mutation(
                f"{_JSON}:parse_strict", 'data.decode("utf-8")', 'data.decode("utf-8", "replace")'
            ),
        ),
    ),
    Attack(
        "half_a_pair",
        BYTES,
        "lone_surrogate",
        edited('"notes": "n"', '"notes": "\\ud800"'),
        (Mutation(f"{_JSON}:_string", "if not found:", "if True:"),),
        alone=False,  # such a text cannot be written
    ),
    Attack(
        "a_nul",
        BYTES,
        "control_character",
        edited('"notes": "n"', '"notes": "a\\u0000b"'),
        (_TEXTS,),
    ),
    Attack(
        "a_raw_control_character",
        BYTES,
        "unescaped_control_character",
        edited('"notes": "n"', '"notes": "a\tb"'),
        (
            Mutation(
                f"{_JSON}:_read",
                "return _loads(text, strict=True), None",
                "return _loads(text, strict=False), None",
            ),
            _TEXTS,
        ),
    ),
    Attack(
        "an_empty_file",
        BYTES,
        "empty_file",
        raw(b"  \n"),
        (Mutation(f"{_JSON}:_empty", 'if text.strip(" \\t\\r\\n"):', "if True:"),),
        alone=False,
    ),
    Attack(
        "a_claimed_score",
        BYTES,
        "claimed_score",
        edited('"s": 0', '"recall": 0.99'),
        (
            Mutation(
                "leaderboard.checks.submission:_claims_score",
                "return is_number and",
                "return False and",
            ),
        ),
    ),
    Attack(
        "a_key_that_there_is_not",
        BYTES,
        "unknown_key",
        edited('"notes": "n"', '"__proto__": "n"'),
        (
            Mutation(
                "leaderboard.model_errors:_problems",
                'elif kind == "extra_forbidden":',
                "elif False:",
            ),
        ),
        alone=False,
    ),
    # Names.
    Attack(
        "a_turned_direction",
        NAMES,
        "bidirectional_character",
        about(model={"name": "Lexi\u202e2"}),
        (_TEXTS, _NAMES),
    ),
    Attack(
        "an_invisible_letter",
        NAMES,
        "invisible_character",
        about(model={"name": "Le\u200bxi"}),
        (_TEXTS, _NAMES),
    ),
    Attack(
        "a_letter_of_elsewhere", NAMES, "mixed_script", about(model={"name": "Lехi"}), (_NAMES,)
    ),
    Attack(
        "a_letter_in_another_form",
        NAMES,
        "name_not_normalised",
        about(model={"name": "Ｌexi"}),
        (_NAMES,),
    ),
    Attack(
        "a_look_alike_name",
        NAMES,
        "look_alike_name",
        about(model={"name": "Bo1t-Two", "organization": "Acme"}),
        (Mutation(f"{_TOGETHER}:_check_names", "if other != name:", "if False:"),),
    ),
    Attack(
        "a_look_alike_of_a_program",
        NAMES,
        "look_alike_name",
        about(model={"name": "Rule-Based Proofreader"}),
        (Mutation(f"{_TOGETHER}:_check_programs", "if owner:\n", "if False:\n"),),
    ),
    Attack(
        "a_look_alike_id",
        NAMES,
        "look_alike_id",
        pull(
            lambda: {
                "submissions/b0lt--others/submission.json": json.dumps(meta_of("Reader Three")),
                "submissions/b0lt--others/openscrub.json": json.dumps(outputs_of(NEW)),
            }
        ),
        (Mutation(f"{_TOGETHER}:_check_ids", "if other != entry.id:", "if False:"),),
    ),
    Attack(
        "the_same_system_once_more",
        NAMES,
        "duplicate_submission",
        about(model={"name": "Bolt Two", "organization": "Bolt"}),
        (Mutation(f"{_TOGETHER}:_check_doubles", "if other != entry.id:", "if False:"),),
    ),
    # Markup.
    Attack(
        "a_formula", MARKUP, "formula_name", about(model={"name": '=HYPERLINK("x")'}), (_NAMES,)
    ),
    Attack(
        "a_script_for_a_link",
        MARKUP,
        "bad_link",
        about(model={"url": "javascript:alert(1)"}),
        (_ANY_LINK,),
    ),
    Attack(
        "a_user_in_a_link",
        MARKUP,
        "bad_link",
        about(links=[{"title": "x", "url": "https://github.com@evil.example/"}]),
        (_ANY_LINK,),
    ),
    Attack(
        "a_plain_link",
        MARKUP,
        "bad_link",
        about(model={"url": "http://example.org/"}),
        (_ANY_LINK,),
    ),
    Attack(
        "markup_for_a_login",
        MARKUP,
        "bad_login",
        about(submitters=[{"name": "Ada", "github": "ada"}, {"name": "E", "github": "<b>e</b>"}]),
        (_ANY_LOGIN, _NAMED),
    ),
    # Other formats.
    Attack(
        "a_tag_of_yaml",
        FORMATS,
        "invalid_json",
        raw("!!python/object/apply:os.system ['id']\n"),
        (
            Mutation(
                f"{_JSON}:_read", "return None, _invalid(text, error)", "return _Members(), None"
            ),
        ),
        alone=False,
    ),
    Attack(
        "a_pointer_of_lfs",
        FORMATS,
        "lfs_pointer",
        raw(
            "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 12345\n",
            "openscrub.json",
        ),
        (Mutation("leaderboard.review.folder:load_tree", "if data.startswith(_LFS)", "if False"),),
        alone=False,  # it is no JSON either
    ),
    Attack(
        "an_archive",
        FORMATS,
        "unexpected_file",
        extra("outputs.zip", _archive()),
        (
            Mutation(
                "leaderboard.checks.submission:check_file_name",
                "if _FILE_NAME.fullmatch(name) or",
                "if True or",
            ),
        ),
    ),
    Attack(
        "a_pickle",
        FORMATS,
        "unexpected_file",
        extra("outputs.pkl", pickle.dumps([1])),
        (
            Mutation(
                "leaderboard.checks.submission:check_file_name",
                "if _FILE_NAME.fullmatch(name) or",
                "if True or",
            ),
        ),
    ),
    Attack(
        "an_archive_by_another_name",
        FORMATS,
        "not_utf8",
        raw(_archive(), "openscrub.json"),
        (
            Mutation(
                f"{_JSON}:parse_strict", 'data.decode("utf-8")', 'data.decode("utf-8", "replace")'
            ),
        ),
        alone=False,  # it is no JSON either
    ),
    # Copies and other things that a maintainer must see.
    Attack(
        "all_of_gold",
        COPIES,
        "gold_copy",
        answers(perfect),
        (_GOLD, Mutation(f"{_ALARMS}:check_row", "if primary(row) == 1:", "if False:")),
    ),
    Attack(
        "nearly_all_of_gold",
        COPIES,
        "gold_copy",
        answers(lambda item: answer(item, "nearly", keep=0.97, guessed=0)),
        (_GOLD,),
    ),
    Attack(
        "a_perfect_score_among_noise",
        COPIES,
        "perfect_score",
        answers(lambda item: answer(item, "noise", keep=2, guessed=9)),
        (Mutation(f"{_ALARMS}:check_row", "if primary(row) == 1:", "if False:"), _GOLD),
    ),
    Attack(
        "nearly_all_of_gold_among_noise",
        COPIES,
        "gold_copy",
        answers(lambda item: answer(item, "nearly", keep=0.97, guessed=9)),
        (_GOLD,),
    ),
    Attack(
        "a_precise_system_s_answers_among_noise",
        COPIES,
        "near_duplicate",
        _precise_among_noise,
        (_COVERED,),
    ),
    Attack(
        "other_people_s_names_in_a_new_entry",
        COPIES,
        "names_others",
        about(submitters=[{"name": "Ada", "github": "ada"}, {"name": "Bob", "github": "bob"}]),
        (_NAMED,),
    ),
    Attack(
        "an_entry_that_is_retracted_from_the_start",
        COPIES,
        "never_active",
        about(status="retracted", reason="It never was any good."),
        (Mutation(f"{_ALARMS}:_check_new", 'if meta.status != "active":', "if False:"),),
    ),
    Attack(
        "anothers_answers", COPIES, "near_duplicate", _copied(_without_one), (_COPIES, _COVERED)
    ),
    Attack("anothers_answers_hidden", COPIES, "near_duplicate", _copied(_hidden), (_COPIES,)),
    Attack(
        "anothers_answers_with_his_name",
        COPIES,
        "near_duplicate",
        _copied(
            _without_one,
            about=meta_of(
                "Reader Three",
                submitters=[{"name": "Ada", "github": "ada"}, {"name": "Bob", "github": "bob"}],
            ),
        ),
        (
            Mutation(
                "leaderboard.review.reviewing:_Judged._others",
                "self.author.lower() not in record.logins()",
                "not {one.github for one in self.submission.meta.submitters} & record.logins()",
            ),
            _NAMED,
        ),
    ),
    Attack(
        "a_program_s_answers",
        COPIES,
        "near_duplicate",
        answers(_program_answer),
        (_COPIES, _COVERED, _SAME),
    ),
    Attack(
        "anothers_responses_to_the_byte",
        COPIES,
        "same_responses",
        answers(lambda item: answer(item, OTHERS if item in edition().items[:3] else NEW)),
        (_SAME,),
    ),
    Attack(
        "a_flood",
        COPIES,
        "flood",
        answers(lambda item: answer(item, NEW, guessed=900)),
        (Mutation(f"{_ALARMS}:check_row", "if Mark.FLOOD in row.marks:", "if False:"),),
    ),
    Attack(
        "half_an_answer",
        COPIES,
        "partial",
        pull(lambda: submission(NEW, answered=_unanswered())),
        (Mutation(f"{_ALARMS}:check_row", "if Mark.PARTIAL in row.marks:", "if False:"),),
    ),
    Attack(
        "other_submitters",
        COPIES,
        "submitters_changed",
        changed(STANDING, meta_of("Reader One", submitters=[{"name": "Eve", "github": "eve"}])),
        (
            Mutation(
                f"{_ALARMS}:check_entry_alarms",
                "if standing is not None and logins(standing) != logins(submission.meta):",
                "if False:",
            ),
        ),
    ),
    Attack(
        "an_entry_that_was_retracted",
        COPIES,
        "reinstated",
        _reinstated,
        (
            Mutation(
                f"{_ALARMS}:check_entry_alarms",
                'if standing and standing.status == "retracted" and',
                "if False and",
            ),
        ),
    ),
    Attack(
        "verdicts_of_its_own",
        COPIES,
        "recorded_verdicts",
        extra("judgments/some-judge.json", "{}"),
        (Mutation(f"{_ALARMS}:check_entry_alarms", "if verdicts:", "if False:"),),
    ),
    Attack(
        "answers_that_cannot_be_scored_here",
        COPIES,
        "not_scored",
        extra("contractscrub.json", lambda: json.dumps(_unscored())),
        (
            Mutation(
                f"{_ALARMS}:check_row",
                'yield _alarm(row, "not_scored", "the gold of this edition is not at hand here")',
                "pass",
            ),
        ),
    ),
)
