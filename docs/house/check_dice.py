"""Check the dice of a night: python check_dice.py night.jsonl. It shares no code with Bankcraps."""
import hashlib, hmac, itertools, json, pathlib, re, sys

# The only way of a throw: its state, what a row says of it, and its next state.
WAY = {
    ("open", "commitment_shown"): "sealed", ("sealed", "seed_given"): "sealed",
    ("sealed", "seeds_locked"): "locked", ("locked", "roll"): "rolled", ("rolled", "secret_shown"): "open",
    ("sealed", "withheld"): "open", ("locked", "withheld"): "open", ("off", "withheld"): "open",
    ("sealed", "secret_lost"): "open", ("locked", "secret_lost"): "open", ("off", "secret_lost"): "open",
}
WATCHED = {what for _, what in WAY}
ENTRIES = WATCHED - {"roll", "withheld"}

# The acts that may come when a throw is locked, and when it was called off; and all other entries.
LOCKED = """roll no_roll invalidate throw no_answer inspect die_lost new_set sit leave buy_in cash_out colour_up
    post_sign set_limits own_limits close issue_token exclude vacate warn dispute decide investigate ask_review
    award""".split()
LATE = {"locked": LOCKED, "off": [*LOCKED, "choose", "decline", "pass_dice", "order_pass"]}
OTHERS = """acted table_opened phase_began chair_taken chair_given chair_offered chair_offer_ended sat_out
    said_ready waiting place_offered bot_seated bot_dismissed system_started system_stopped dealt""".split()
NEVER = 253402300800000  # the year 10000, in milliseconds

def must(fact, wrong):
    if not fact:
        sys.exit(f"row {seq}: {wrong}")

def sha256(data):
    return hashlib.sha256(data).hexdigest()

def unique(pairs):
    must(len(dict(pairs)) == len(pairs), "a key is there twice, so the row can be read in two ways")
    return dict(pairs)

def plain(digits):
    must(re.fullmatch(r"-?[0-9]{1,15}", digits), "a number is not written in at most 15 digits")
    return int(digits)

def same(one, other):
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)  # 1 is not true

def words(one):
    said = " ".join([one["player"], one["seed"]])
    must(said.isprintable() and re.fullmatch(r"\S+ \S{1,64}", said), "a seed is one short word")
    return said

def throw(secret):
    message = "".join(f"{line}\n" for line in ["bankcraps dice 1", table, number, *sorted(locked)])
    blocks = (hmac.digest(secret, f"{message}{n}".encode(), "sha256") for n in itertools.count())
    faces = (byte % 6 + 1 for byte in itertools.chain.from_iterable(blocks) if byte < 252)
    return {"a": next(faces), "b": next(faces)}

seq = 0
try:
    first, *rows, last = pathlib.Path(sys.argv[1]).read_bytes().removesuffix(b"\n").split(b"\n")
    number, gone, state, commitment, given, locked, rolled = 0, 0, "open", "", {}, [], None
    at, thrown = 0, False
    table = json.loads(first)["table"]
    head = sha256(f"bankcraps log 1\n{table}\n".encode())
    whole = f'{{"bankcraps_log":1,"table":"{table}","after":0,"hash":"{head}"}}'
    must(first == whole.encode(), "this is not the first line of a whole log")
    for seq, line in enumerate(rows, 1):
        body = line[81:-1]
        head = sha256(head.encode() + b"\n" + body)
        must(line == b'{"hash":"%b","row":%b}' % (head.encode(), body), "it was changed, or a row above it")
        row = json.loads(body, object_pairs_hook=unique, parse_int=plain, parse_float=plain)
        entry, kind, before, at = row["entry"], row["entry"]["type"], at, row["at"]
        what = entry["event"]["type"] if kind == "acted" else kind
        if kind == "secret_shown" and entry.get("withheld", "") != "":
            what = "withheld"
        must(type(what) is type(entry.get("withheld", "")) is str, "it cannot be read")
        must(same([row["table"], row["seq"]], [table, seq]), "it says that it is of another table or place")
        must(type(at) is int and before <= at < NEVER, "it has a time that cannot be")
        must(kind in ENTRIES or kind in OTHERS, "a table with sealed dice has no such entry")
        fits = what not in ENTRIES and what != "withheld" if kind == "acted" else "event" not in entry
        must(fits, "an act is in an entry of another type")
        must((kind == "table_opened") == (seq == 1), "only the first row opens the table")
        must(seq > 1 or entry["settings"].get("dice", "sealed") == "sealed", "nobody can prove real dice")
        must(what != "correct", "a throw of sealed dice was corrected")
        must(state != "rolled" or kind != "acted", "the secret of a throw that counted is not shown at once")
        must(kind != "acted" or what in LATE.get(state, [what]), f"{what} after the lock")
        must(what != "throw" or not thrown, "it is thrown twice")
        thrown = thrown or what == "throw"
        gone += state in LATE and what in ("leave", "exclude", "vacate")
        if state == "locked" and what in ("no_roll", "invalidate"):
            state = "off"
        if what in WATCHED:
            must((state, what) in WAY, f"{what} cannot come while a throw is {state}")
            state = WAY[state, what]
            thrown = thrown and state != "open"
            number += what == "commitment_shown"
            numbered = kind not in ("acted", "seed_given")
            must(not numbered or same(entry["number"], number), f"it is not about throw {number}")
        if what == "commitment_shown":
            commitment, given = entry["commitment"], {}
        elif what == "seed_given":
            given[entry["player"]] = words(entry)
        elif what == "seeds_locked":
            locked = [words(one) for one in entry.get("seeds", [])]
            must(sorted(locked) == sorted(given.values()), "players gave other seeds than these")
        elif what == "roll":
            must(entry["event"]["by"] == {"role": "dice"}, "somebody reports a throw of sealed dice")
            rolled = entry["event"]["throw"]
        elif what == "secret_lost":
            print(number, "never shown: the house says that it lost the secret")
        elif kind == "secret_shown":
            secret = bytes.fromhex(entry["secret"])
            must((secret.hex(), sha256(secret)) == (entry["secret"], commitment), "this secret was not sealed")
            must(what == "withheld" or same(rolled, throw(secret)), "the secret gives another throw")
            print(number, what if what == "withheld" else f"{rolled['a']}-{rolled['b']}, seeds: {len(locked)}")
    must(last == f'{{"rows":{seq},"head":"{head}"}}'.encode(), "the log ends otherwise than its last line says")
    must(state != "rolled", "the log ends before the secret of a throw that counted")
    if state in LATE:
        print(number, "locked and not shown yet")
    if gone:
        print(gone, "gone after a throw was fixed, before it counted")
    print(f"good up to row {seq}, head {head}")
except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
    sys.exit(f"row {seq}: it cannot be read")
