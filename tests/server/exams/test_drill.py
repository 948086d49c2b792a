"""The dealers' drill over HTTP: the house keeps nothing, and its errors are sentences."""

from tests.server.live import FREE, a_table, open_house

from bankcraps import load_rulebook
from bankcraps.game.dealing import FAMILIES
from bankcraps.training import ASKS, Level, correction, exercise, offered
from bankcraps.training.exam import _made

AT = "/api/drill/classic"
LEVEL = {"options": "bar=2", "families": "odds,place", "amounts": "odd", "players": "4", "seed": "11"}


async def test_exercises_and_corrections_are_those_of_the_library(tmp_path):
    book = load_rulebook("classic", bar=2)
    level = Level(("odds", "place"), "odd", 4)
    async with open_house(tmp_path, a_table("classic"), limits=FREE) as house:
        described = (await house.get(AT, params={"options": "bar=2"})).json()
        assert described["rules"] == "classic:bar=2"
        assert [one["family"] for one in described["families"]] == list(offered(book))
        assert next(one["bar"] for one in described["spots"] if one["wager"] == "dont_pass") == 2
        for index in range(4):
            one = exercise(book, level, 11, index)
            asked = LEVEL | {"index": str(index)}
            shown = (await house.get(f"{AT}/exercise", params=asked)).json()
            assert shown["throw"] == {"a": one.throw.a, "b": one.throw.b}
            seats = [question["asks"].partition(":")[0] for question in shown["questions"]]
            assert seats == [question.seat for question in one.questions]
            families = {kind.value: name for name, (_, kinds) in FAMILIES.items() for kind in kinds}
            for number, question in enumerate(shown["questions"]):
                assert question["family"] == families[question["wager"].split()[0]]
                right = correction(book, one, number)
                said = asked | {"question": str(number), "action": right.action, "pay_cents": str(right.pay)}
                answer = (await house.get(f"{AT}/correction", params=said)).json()
                assert answer["right"]
                assert answer["correction"]["pay_cents"] == right.pay
                assert answer["correction"]["sum"] == right.sum
                late = (await house.get(f"{AT}/correction", params=said | {"action": ""})).json()
                assert not late["right"]
                assert late["correction"] == answer["correction"]


async def test_names_that_a_request_repeats_make_no_more_work(tmp_path):
    async with open_house(tmp_path, a_table("classic"), limits=FREE) as house:
        for asks in ASKS:
            wanted = {"families": "odds,place", "asks": asks, "seed": "5", "index": "3"}
            shown = (await house.get(f"{AT}/exercise", params=wanted)).json()
            made = _made.cache_info().misses
            often = wanted | {"families": "odds,place,odds,place", "asks": f"{asks},{asks}"}
            assert (await house.get(f"{AT}/exercise", params=often)).json() == shown
            assert _made.cache_info().misses == made


async def test_another_kind_of_question_is_asked_and_marked_in_words(tmp_path):
    book = load_rulebook("classic")
    level = Level(("odds", "place"), asks=("settle", "order"))
    wanted = {"families": "odds,place", "asks": "settle,order", "seed": "5", "index": "1"}
    async with open_house(tmp_path, a_table("classic"), limits=FREE) as house:
        described = (await house.get(AT)).json()["asks"]
        titles = {asks: title for asks, (title, _) in ASKS.items()}
        assert {one["asks"]: one["title"] for one in described} == titles
        shown = (await house.get(f"{AT}/exercise", params=wanted)).json()
        one = exercise(book, level, 5, 1)
        [question], right = shown["questions"], correction(book, one, 0)
        assert (question["kind"], question["family"], question["wager"]) == ("order", "order", "")
        assert tuple(question["items"]) == one.questions[0].items(book)
        for letters, good in ((right.said, True), (right.said[::-1], False)):
            said = wanted | {"question": "0", "action": "say", "said": letters}
            answer = (await house.get(f"{AT}/correction", params=said)).json()
            assert (answer["right"], answer["correction"]["said"]) == (good, right.said)
        unread = await house.get(f"{AT}/correction", params=said | {"said": "A?"})
        assert (unread.status_code, unread.json()["error"][:17]) == (400, "write each letter")


REFUSED = (
    ("/api/drill/nswx", {}, "there is no house 'nswx'; did you mean nsw?"),
    ("/api/drill/nsw", {"options": "bar=2"}, "this book has no option 'bar'"),
    ("/api/drill/nsw/exercise", {"families": "hop"}, "New South Wales offers no wager of hop"),
    ("/api/drill/nsw/exercise", {"seed": "-1"}, "seed is a whole number from 0 to 9999999999999999"),
    ("/api/drill/nsw/exercise", {"seed": str(2**53)}, "the seed is from 0 to 9007199254740991"),
    ("/api/drill/nsw/exercise", {"players": "9" * 40}, "players is a whole number"),
    ("/api/drill/nsw", {"options": "nsw:bar=2"}, "write an option as name=choice, not 'nsw:bar=2'"),
    ("/api/drill/nsw/correction", {"action": "win"}, "an action is take, leave, pay, travel, say, not 'win'"),
    ("/api/drill/nsw/exercise", {"asks": "ordr"}, "not 'ordr'; did you mean order?"),
    ("/api/drill/nope", {}, "the houses are nsw, washington"),
    ("/api/drill/nsw/correction", {"question": "99"}, "the questions of this exercise are from 0 to"),
)


async def test_what_cannot_be_drilled_is_refused_in_a_sentence(tmp_path):
    async with open_house(tmp_path, a_table("nsw"), limits=FREE) as house:
        for path, params, says in REFUSED:
            answer = await house.get(path, params=params)
            assert answer.status_code in (400, 404), path
            assert says in answer.json()["error"]
