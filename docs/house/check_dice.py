"""Check the dice of a night: python check_dice.py night.jsonl."""
import hashlib, hmac, itertools, json, sys

def throw(secret, table, number, seeds):
    players = sorted(f"{one['player']} {one['seed']}" for one in seeds)
    message = "".join(f"{line}\n" for line in ["bankcraps dice 1", table, number, *players])
    blocks = (hmac.digest(secret, f"{message}{n}".encode(), "sha256") for n in itertools.count())
    faces = (byte % 6 + 1 for byte in itertools.chain.from_iterable(blocks) if byte < 252)
    return {"a": next(faces), "b": next(faces)}

for row in filter(None, (json.loads(line).get("row") for line in open(sys.argv[1], "rb"))):
    entry, kind = row["entry"], row["entry"]["type"]
    if kind == "commitment_shown": sealed, seeds, rolled = entry["commitment"], None, None
    if kind == "seeds_locked": seeds = entry.get("seeds", [])
    if kind == "acted" and entry["event"]["type"] == "roll": rolled = entry["event"]["throw"]
    if kind == "secret_shown":
        number, secret, withheld = entry["number"], bytes.fromhex(entry["secret"]), entry.get("withheld")
        faces = None if withheld else throw(secret, row["table"], number, seeds)
        assert (hashlib.sha256(secret).hexdigest(), faces) == (sealed, rolled), f"throw {number} was changed"
        print(number, f"withheld: {withheld}" if withheld else f"{faces['a']}-{faces['b']}")
