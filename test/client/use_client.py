"""What test/client/python.test.ts runs: starts, waits, answers, follows events, and prints what it saw as JSON."""

import json
import sys

from toolshed_client import Client, ToolshedHttpError

direct, proxied, agent_token, approver_token = sys.argv[1:]
agent = Client(direct, agent_token)
approver = Client(direct, approver_token)

started = agent.start("return (await tools.mail.send({ to: 'ada' })).sent")
paused = agent.wait(started["executionId"], every=0.05, timeout=50)
assert paused["status"] == "paused", paused
asked = approver.questions(executionId=paused["executionId"])["items"]
answered = approver.answer(asked[0]["elicitationId"], True)
over = agent.wait(paused["executionId"], until="end", every=0.05, timeout=50)

codes = []
for work in (
    lambda: Client(direct, "tsh_wrong", retries=0).get("exec_none"),
    lambda: agent.answer(asked[0]["elicitationId"], True),
    lambda: agent.get("exec_none"),
    lambda: next(iter(Client(direct, "tsh_wrong").events())),
):
    try:
        work()
    except ToolshedHttpError as error:
        codes.append([error.code, error.status])

for _ in range(5):
    agent.wait(agent.start("emit(1); return 2")["executionId"], until="end", every=0.05, timeout=50)
seen = []
completed = 0
for event in Client(proxied, approver_token).events(after="0", retry_seconds=0.001):
    seen.append([event["cursor"], event["executionId"], event["entry"]["seq"]])
    completed += event["entry"]["kind"] == "completed"
    if completed == 6:
        break

print(json.dumps({"message": asked[0]["message"], "over": over["value"], "codes": codes, "seen": seen}))
