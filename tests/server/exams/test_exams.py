"""Exams at a house: a teacher makes one, a class writes it at once, and the house marks it."""

import asyncio
from itertools import islice

import msgspec
import pytest
from tests.server.live import FREE, open_house

from bankcraps import load_rulebook
from bankcraps.game.records.codec import encode
from bankcraps.server.exams.examinations import Examinations, ExamRefusedError, GiveAnswer, LateAnswerError
from bankcraps.server.people.accounts import Accounts
from bankcraps.server.stores.exams import StoredAnswer
from bankcraps.server.stores.store import now_ms, open_store
from bankcraps.training import Level, correction, exercise
from bankcraps.training.exam import ExamPlan

EXAM = {
    "name": "Odds, week 2",
    "house": "classic",
    "options": "bar=2",
    "families": ["line", "odds", "place"],
    "questions": 5,
    "pass_percent": 75,
    "same": False,
}
LEVEL = Level(("line", "odds", "place"))
BOOK = load_rulebook("classic", bar=2)
PLAN = ExamPlan(name="Week 2", rules="classic", level=LEVEL, questions=3, minutes=1)
FIRST = {"attempt": 1}
PASSPHRASE = "chalk and board"


async def _teacher(house, tmp_path, name="Tess"):
    """Sign a teacher in, whom the keeper of the house has made one."""
    await house.sign_in(name, PASSPHRASE)
    store = open_store(str(tmp_path / "house.db"))
    await Accounts(store).grant(name, "teacher")
    store.close()
    return await house.sign_in(name, PASSPHRASE)


async def _post(house, path, cookie, body=None):
    answer = await house.get(path, cookie, "POST", json=body or {})
    assert answer.status_code < 300, answer.text
    return answer.json()


async def _writes(house, exam, name, rights, mistakes):
    """Write an exam as a student who knows only what the house says. Return the cookie and the questions."""
    cookie, at = await house.sign_in(name), f"/api/exams/{exam}"
    now, asked = await _post(house, f"{at}/sittings", cookie, FIRST), []
    for number, right in enumerate(rights):
        assert (now["number"], now["attempt"], now["over"]) == (number, 1, False)
        [question] = now["exercise"]["questions"]
        asked.append(question["asks"])
        again = await _post(house, f"{at}/sittings", cookie, FIRST)  # the page is loaded again
        assert (again["number"], again["exercise"]) == (number, now["exercise"])
        said = {"attempt": 1, "number": number, "action": right.action, "pay_cents": right.pay}
        if number < mistakes:
            said |= {"action": "pay", "pay_cents": 123_456_700}
        now = await _post(house, f"{at}/answers", cookie, said)
        other = said | {"action": "leave", "pay_cents": 0}  # the page sends it once more
        assert (await _post(house, f"{at}/answers", cookie, other))["number"] == now["number"]
    assert (now["over"], now["exercise"]) == (True, None)
    return cookie, asked


async def test_a_class_writes_an_exam(tmp_path):
    names = {"Sue": 0, "Tim": 1, "Uma": 2}  # with the number of their mistakes
    async with open_house(tmp_path, limits=FREE) as house:
        teacher = await _teacher(house, tmp_path)
        exam = (await _post(house, "/api/exams", teacher, EXAM))["exam"]
        store = open_store(str(tmp_path / "house.db"), only_read=True)
        kept = Examinations(store.exams).exam(exam)
        store.close()
        rights = []  # the right answers of each student, in order, which only the house knows
        for name in names:
            made = [exercise(BOOK, LEVEL, kept.seed(name, 1), index) for index in range(5)]
            found = (correction(BOOK, one, at) for one in made for at in range(len(one.questions)))
            rights.append(list(islice(found, 5)))
        writing = zip(names, rights, names.values(), strict=True)
        written = await asyncio.gather(*(_writes(house, exam, *one) for one in writing))
        board = (await house.get(f"/api/exams/{exam}/board", teacher)).json()
        tallies = {line["person"]: line["tally"] for line in board}
        results = []
        for (name, mistakes), (cookie, asked) in zip(names.items(), written, strict=True):
            result = (await house.get(f"/api/exams/{exam}/sittings/1", cookie)).json()
            results.append(result)
            sums = result["tally"]
            assert tallies.pop(name) == sums
            assert (sums["answered"], sums["wrong"], sums["passed"]) == (5, mistakes, mistakes <= 1)
            assert [one["asks"] for one in result["lines"]] == asked
            assert [one["right"] for one in result["lines"]] == [number >= mistakes for number in range(5)]
            card = (await house.get(f"/api/exams/{exam}", cookie)).json()
            assert card["own"][0]["tally"] == sums
            twice = await house.get(f"/api/exams/{exam}/sittings", cookie, "POST", json={"attempt": 2})
            assert twice.status_code == 403
        assert tallies == {}
        assert written[0][1] != written[1][1]  # everybody had questions of their own
        own = f"/api/exams/{exam}/sittings/1"
        seen = (await house.get(own, teacher, params={"person": "Uma"})).json()
        assert seen["lines"] == results[2]["lines"]
        for whose in ("Uma", "uma"):
            peeked = await house.get(own, written[0][0], params={"person": whose})
            assert peeked.status_code == 403
        shown = (await house.get("/api/exams", teacher)).json()
        assert [(one["exam"], one["writing"], one["mine"]) for one in shown] == [(exam, 3, True)]


async def test_nothing_tells_the_seed_or_the_answers_before_the_end(tmp_path):
    async with open_house(tmp_path, limits=FREE) as house:
        teacher, student = await _teacher(house, tmp_path), await house.sign_in("Sue")
        exam = (await _post(house, "/api/exams", teacher, EXAM))["exam"]
        at = f"/api/exams/{exam}"
        begun = await house.get(f"{at}/sittings", student, "POST", json=FIRST)
        [found] = (await house.get("/api/sittings", student)).json()
        assert (found["exam"], found["name"], found["left_ms"] > 0) == (exam, EXAM["name"], True)
        assert (await house.get("/api/sittings", teacher)).json() == []
        store = open_store(str(tmp_path / "house.db"), only_read=True)
        kept = Examinations(store.exams).exam(exam)
        store.close()
        secrets = kept.secret, str(kept.seed("Sue", 1)), "correction", '"right"'
        answer = {"attempt": 1, "number": 0, "action": "take"}
        for told in (
            begun,
            await house.get(at, student),
            await house.get(f"{at}/answers", student, "POST", json=answer),
            await house.get(at, student),
        ):
            assert told.status_code == 200, told.text
            assert not [one for one in secrets if one in told.text]
        refused = await house.get(f"{at}/sittings/1", student)
        assert (refused.status_code, "when the exam is over" in refused.json()["error"]) == (403, True)
        assert (await house.get(f"{at}/board", student)).status_code == 403


async def test_only_teachers_make_exams_and_see_their_own_boards(tmp_path):
    async with open_house(tmp_path, limits=FREE) as house:
        ann = await house.sign_in("Ann")
        refused = await house.get("/api/exams", ann, "POST", json=EXAM)
        assert refused.status_code == 403
        assert "bankcraps admin grant Ann teacher" in refused.json()["error"]
        tess, tom = await _teacher(house, tmp_path), await _teacher(house, tmp_path, "Tom")
        exam = (await _post(house, "/api/exams", tess, EXAM))["exam"]
        assert (await house.get(f"/api/exams/{exam}/board", tom)).status_code == 403
        assert (await house.get(f"/api/exams/{exam}", tom, "DELETE", json={})).status_code == 403
        assert (await house.get("/api/exams", tom)).json() == []
        card = (await house.get(f"/api/exams/{exam}")).json()  # anybody with the link sees what it is
        assert (card["name"], card["teacher"], card["title"]) == ("Odds, week 2", "Tess", BOOK.title)
        assert (card["mine"], card["own"]) == (False, [])
        assert (await house.get(f"/api/exams/{exam}/sittings", "", "POST", json=FIRST)).status_code == 403
        link = (await house.get(f"/api/exams/{exam}/invitation", tess)).json()["link"]
        assert link.endswith(f"/exams/{exam}")
        await house.get(f"/api/exams/{exam}", tess, "DELETE", json={})
        closed = await house.get(f"/api/exams/{exam}/sittings", ann, "POST", json=FIRST)
        assert (closed.status_code, "Tess has closed this exam" in closed.json()["error"]) == (403, True)
        assert (await house.get("/api/exams/nothing")).status_code == 404


async def test_an_answer_after_the_time_gets_the_end_of_the_exam(tmp_path, monkeypatch):
    later = [0]
    for room in ("api.exams", "edge.endpoints"):
        monkeypatch.setattr(f"bankcraps.server.web.{room}.now_ms", lambda: now_ms() + later[0])
    async with open_house(tmp_path, limits=FREE) as house:
        tess, sue = await _teacher(house, tmp_path), await house.sign_in("Sue")
        exam = (await _post(house, "/api/exams", tess, EXAM | {"minutes": 5}))["exam"]
        at, answer = f"/api/exams/{exam}", {"attempt": 1, "number": 0, "action": "take"}
        now = await _post(house, f"{at}/sittings", sue, FIRST)
        assert 290_000 < now["left_ms"] <= 300_000
        later[0] = 300_000
        now = await _post(house, f"{at}/answers", sue, answer)
        assert (now["over"], now["number"], now["left_ms"], now["exercise"]) == (True, 0, 0, None)
        assert now["late"] == "the time was over before this answer came, so it does not count"
        sums = (await house.get(f"{at}/sittings/1", sue)).json()["tally"]
        assert (sums["late"], sums["answered"], sums["passed"]) == (5, 0, False)


IMPOSSIBLE = (
    ("/api/exams", EXAM | {"house": "nope"}, "there is no house 'nope'"),
    ("/api/exams", EXAM | {"options": "nope=1"}, "no option 'nope'"),
    ("/api/exams", EXAM | {"families": ["hopp"]}, "there is no family 'hopp'; did you mean hop?"),
    ("/api/exams", EXAM | {"questions": 1000}, "an exam has 1 to 200 questions; you wrote 1000"),
    ("/api/exams", EXAM | {"amounts": "tiny"}, "cannot be read"),
    ("/api/exams", EXAM | {"asks": []}, "choose what the drill asks"),
    ("/api/exams", EXAM | {"asks": ["keys"], "families": ["line"]}, "choose others, such as odds, horn"),
    ("/api/classes", {"name": " "}, "the name of a class has 1 to 80 letters, such as Monday evening"),
    ("/api/classes", {"name": "A", "students": ["Ann, Bob"]}, "'Ann, Bob' is no name that somebody can"),
    ("/api/classes", {"name": "A", "students": [f"S{n}" for n in range(201)]}, "at most 200 students"),
)


async def test_an_exam_or_a_class_that_is_not_possible_is_refused(tmp_path):
    async with open_house(tmp_path, limits=FREE) as house:
        tess = await _teacher(house, tmp_path)
        for path, asked, message in IMPOSSIBLE:
            refused = await house.get(path, tess, "POST", json=asked)
            assert refused.status_code in {400, 404}
            assert message in refused.json()["error"]


async def test_an_exam_of_a_class_is_for_its_students_and_the_board_knows_them_all(tmp_path):
    async with open_house(tmp_path, limits=FREE) as house:
        tess, tom = await _teacher(house, tmp_path), await _teacher(house, tmp_path, "Tom")
        students = ["Sue", "bob", " Cid ", "SUE", ""]
        made = await _post(house, "/api/classes", tess, {"name": "Monday  evening", "students": students})
        assert (made["name"], made["students"]) == ("Monday evening", ["bob", "Cid", "SUE"])
        roster = made["roster"]
        exam = (await _post(house, "/api/exams", tess, EXAM | {"roster": roster}))["exam"]
        at = f"/api/exams/{exam}"
        bob, eve = await house.sign_in("Bob"), await house.sign_in("Eve")
        assert (await _post(house, f"{at}/sittings", bob, FIRST))["number"] == 0
        refused = await house.get(f"{at}/sittings", eve, "POST", json=FIRST)
        assert (refused.status_code, "Eve is not on its list" in refused.json()["error"]) == (403, True)
        card = (await house.get(at, tess)).json()
        assert (card["roster"], card["students"]) == ("Monday evening", ["bob", "Cid", "SUE"])
        assert (await house.get(at, bob)).json()["students"] == []  # students see nobody else
        for method, body in (("POST", {"name": "Mine"}), ("DELETE", {})):
            assert (await house.get(f"/api/classes/{roster}", tom, method, json=body)).status_code == 404
            assert (await house.get(f"/api/classes/{roster}", bob, method, json=body)).status_code == 403
        assert (await house.get("/api/exams", tom, "POST", json=EXAM | {"roster": roster})).status_code == 404
        await _post(house, f"/api/classes/{roster}", tess, {"name": "Monday", "students": ["Eve"]})
        assert (await _post(house, f"{at}/sittings", eve, FIRST))["number"] == 0
        assert (await house.get("/api/classes", tess)).json()[0]["students"] == ["Eve"]
        assert (await house.get("/api/classes", tom)).json() == []
        await house.get(f"/api/classes/{roster}", tess, "DELETE", json={})
        sue = await house.sign_in("Sue")
        refused = await house.get(f"{at}/sittings", sue, "POST", json=FIRST)
        assert "a class that is no more" in refused.json()["error"]


async def test_a_class_takes_names_of_two_words_and_offers_a_name_for_one_that_is_none(tmp_path):
    async with open_house(tmp_path, limits=FREE) as house:
        tess = await _teacher(house, tmp_path)
        wanted = {"name": "A", "students": [" Big  Al", "Big_Al", "big al", "Ann"]}
        await _post(house, "/api/classes", tess, wanted)
        assert (await house.get("/api/classes", tess)).json()[0]["students"] == ["Ann", "big_al"]
        wanted["students"] = ["Bob", " Miller, Ann"]
        refused = await house.get("/api/classes", tess, "POST", json=wanted)
        assert refused.json()["would_do"] == "Miller_Ann"
        assert refused.json()["in_place_of"] == "Miller, Ann"


async def test_an_exam_of_another_kind_of_question_is_answered_in_words(tmp_path):
    async with open_house(tmp_path, limits=FREE) as house:
        tess, sue = await _teacher(house, tmp_path), await house.sign_in("Sue")
        exam = (await _post(house, "/api/exams", tess, EXAM | {"asks": ["order"], "questions": 1}))["exam"]
        at = f"/api/exams/{exam}"
        [question] = (await _post(house, f"{at}/sittings", sue, FIRST))["exercise"]["questions"]
        assert (question["kind"], len(question["items"]) > 1) == ("order", True)
        said = {"attempt": 1, "number": 0, "action": "say"}
        unread = await house.get(f"{at}/answers", sue, "POST", json=said | {"said": "nothing"})
        assert (unread.status_code, "write each letter" in unread.json()["error"]) == (400, True)
        store = open_store(str(tmp_path / "house.db"), only_read=True)
        kept = Examinations(store.exams).exam(exam)
        store.close()
        right = correction(BOOK, exercise(BOOK, kept.plan.level, kept.seed("Sue", 1), 0), 0)
        await _post(house, f"{at}/answers", sue, said | {"said": right.said})
        [line] = (await house.get(f"{at}/board", tess)).json()
        assert line["tally"]["families"] == [{"family": "order", "asked": 1, "right": 1, "slow": 0}]


# The keeper, at times that the test says.


@pytest.fixture
def exams(database):
    store = open_store(database)
    yield Examinations(store.exams)
    store.close()


def _answers(exams, exam, number, *, at, attempt=1):
    return exams.answer(exam, "Ann", GiveAnswer(attempt, number, "take"), at)


def test_a_late_answer_is_refused_by_the_clock_of_the_house(exams):
    exam = exams.make("Tess", PLAN, 5)
    exams.begin(exam, "Ann", 1, 1000)
    assert len(_answers(exams, exam, 0, at=60_999).answers) == 1
    with pytest.raises(LateAnswerError, match="the time was over before this answer came"):
        _answers(exams, exam, 1, at=61_000)
    [line] = exams.board(exam, 61_000)
    assert (line.tally.answered, line.tally.late, line.tally.over) == (1, 2, True)
    assert _answers(exams, exam, 0, at=99_000).answers[0].at == 60_999  # sent again, it counts as it did


def test_answers_come_in_order_and_once(exams):
    exam = exams.make("Tess", PLAN, 5)
    exams.begin(exam, "Ann", 1, 1000)
    with pytest.raises(ExamRefusedError, match="question 1 comes before question 2"):
        _answers(exams, exam, 1, at=2000)
    for number in range(3):
        _answers(exams, exam, number, at=2000 - number)  # a clock that goes back makes no negative times
    assert [one.at for one in exams.sitting(exam, "Ann", 1).answers] == [2000, 2000, 2000]
    with pytest.raises(ExamRefusedError, match="you have answered every question"):
        _answers(exams, exam, 3, at=3000)


def test_a_student_writes_as_often_as_the_teacher_allows(exams):
    exam = exams.make("Tess", msgspec.structs.replace(PLAN, sittings=2), 5)
    assert exams.begin(exam, "Ann", 1, 0).attempt == 1
    assert exams.begin(exam, "Ann", 2, 59_999).attempt == 1  # the same one goes on
    assert exams.begin(exam, "Ann", 1, 60_000).attempt == 1  # a page that asks again begins no other
    assert exams.begin(exam, "Ann", 2, 60_000).attempt == 2
    with pytest.raises(ExamRefusedError, match="this exam can be written 2 times, and you have done that"):
        exams.begin(exam, "Ann", 3, 120_000)
    assert exams.begin(exam, "Bob", 1, 120_000).attempt == 1
    assert [one.attempt for one in exams.of(exam, "Ann")] == [1, 2]


def test_a_closed_exam_goes_on_for_whoever_has_begun(exams):
    exam = exams.make("Tess", PLAN, 5)
    exams.begin(exam, "Ann", 1, 1000)
    exams.close(exam)
    exam = exams.exam(exam.id)
    assert exams.begin(exam, "Ann", 1, 2000).attempt == 1
    assert len(_answers(exams, exam, 0, at=3000).answers) == 1
    with pytest.raises(ExamRefusedError, match="Tess has closed this exam"):
        exams.begin(exam, "Bob", 1, 2000)


def test_a_full_exam_says_so(exams, monkeypatch):
    monkeypatch.setattr("bankcraps.server.exams.examinations._MOST_STUDENTS", 1)
    exam = exams.make("Tess", PLAN, 5)
    exams.begin(exam, "Ann", 1, 1000)
    with pytest.raises(ExamRefusedError, match="it is full"):
        exams.begin(exam, "Bob", 1, 1000)
    assert [one.id for one in exams.made_by("Tess")] == [exam.id]
    assert exams.made_by("Tom") == []


def test_an_exam_that_was_written_before_there_were_kinds_of_question_settles_wagers(exams, database):
    """Its terms and its answers say nothing about kinds of question."""
    exam = exams.make("Tess", PLAN, 5)
    exams.begin(exam, "Ann", 1, 1000)
    terms = msgspec.json.decode(encode(exam.terms))
    terms["plan"]["level"].pop("asks", None)
    store = open_store(database)
    store.exams.exams.change(exam.id, msgspec.json.encode(terms).decode())
    place = '"place":{"exercise":0,"question":0},"family":"line"'
    body = f'{{{place},"action":"pay","pay_cents":500,"right":true,"at":2000}}'
    store.exams.add_answer(exam.id, StoredAnswer("Ann", 1, 0, body))
    store.close()
    exam = exams.exam(exam.id)
    assert exam.plan == PLAN
    assert exam.plan.level.asks == ("settle",)
    [answer] = exams.sitting(exam, "Ann", 1).answers
    assert (answer.action, answer.pay, answer.said) == ("pay", 500, "")
    assert len(_answers(exams, exam, 1, at=3000).answers) == 2


def _written_by(exams, exam, person, *, at):
    for number in range(exam.plan.questions):
        exams.answer(exam, person, GiveAnswer(1, number, "take"), at)
    return exams.sitting(exam, person, 1)


def _two_write(exams, *, same):
    """An exam that Ann has written and Bob has begun, and Ann's sitting."""
    exam = exams.make("Tess", msgspec.structs.replace(PLAN, same=same), 5)
    exams.begin(exam, "Ann", 1, 1000)
    exams.begin(exam, "Bob", 1, 2000)
    return exam, _written_by(exams, exam, "Ann", at=3000)


def test_what_is_right_waits_until_nobody_writes_the_same_questions(exams):
    exam, ann = _two_write(exams, same=True)
    assert not exams.tells(exam, "Ann", ann, 61_999)
    assert exams.tells(exam, "Ann", ann, 62_000)  # Bob's time is over
    _written_by(exams, exam, "Bob", at=4000)
    assert exams.tells(exam, "Ann", ann, 4000)
    own, sitting = _two_write(exams, same=False)
    assert exams.tells(own, "Ann", sitting, 3000)
    exam, ann = _two_write(exams, same=True)
    exams.close(exam)
    assert exams.tells(exams.exam(exam.id), "Ann", ann, 3000)


async def test_the_first_who_is_done_sees_the_score_and_the_teacher_everything(tmp_path):
    async with open_house(tmp_path, limits=FREE) as house:
        tess = await _teacher(house, tmp_path)
        ann, bob = await house.sign_in("Ann"), await house.sign_in("Bob")
        asked = {**EXAM, "questions": 1, "same": True}
        exam = (await _post(house, "/api/exams", tess, asked))["exam"]
        at, said = f"/api/exams/{exam}", {"attempt": 1, "number": 0, "action": "take"}
        for student in (ann, bob):
            await _post(house, f"{at}/sittings", student, FIRST)
        await _post(house, f"{at}/answers", ann, said)
        first = (await house.get(f"{at}/sittings/1", ann)).json()
        assert (first["told"], first["lines"], first["seed"]) == (False, [], None)
        assert first["tally"]["answered"] == 1
        seen = (await house.get(f"{at}/sittings/1", tess, params={"person": "Ann"})).json()
        assert (seen["told"], len(seen["lines"])) == (True, 1)
        await _post(house, f"{at}/answers", bob, said)
        assert (await house.get(f"{at}/sittings/1", ann)).json() == {**seen, "card": first["card"]}


def test_an_exam_under_way_is_found_again_until_it_is_over(exams):
    long = exams.make("Tess", msgspec.structs.replace(PLAN, minutes=240), 5)
    short = exams.make("Tess", PLAN, 5)
    exams.begin(long, "Ann", 1, 1000)
    exams.begin(short, "Ann", 1, 2000)
    exams.begin(short, "Bob", 1, 2000)

    def found(now):
        return [(exam.id, sitting.attempt) for exam, sitting in exams.under_way("Ann", now)]

    assert found(61_999) == [(short.id, 1), (long.id, 1)]
    assert found(62_000) == [(long.id, 1)]
    assert found(1000 + 240 * 60_000 - 1) == [(long.id, 1)]
    assert found(1000 + 240 * 60_000) == []
    _written_by(exams, short, "Bob", at=3000)
    assert exams.under_way("Bob", 3000) == []
