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

listed = agent.list(status=["completed", "failed"], queued=None)["items"]
detail = approver.question(asked[0]["elicitationId"])
grant = approver.create_grant({"pattern": "mail.send", "scope": "always"})
granted = [one["id"] == grant["id"] for one in approver.grants()["items"]]
approver.revoke_grant(grant["id"])
decision = approver.call("explainCall", body={"path": "mail.send", "args": {"to": "ada"}})["decision"]["kind"]
queued = approver.list(queued=True)["items"]

codes = []
for work in (
    lambda: Client(direct, "tsh_wrong", retries=0).get("exec_none"),
    lambda: agent.answer(asked[0]["elicitationId"], True),
    lambda: agent.get("exec_none"),
    lambda: next(iter(Client(direct, "tsh_wrong").events())),
    lambda: agent.call("fly"),
    lambda: agent.call("followEvents"),
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

others = {
    "listed": [[one["id"] == over["executionId"], one["status"]] for one in listed],
    "answer": detail["answer"]["action"],
    "granted": granted,
    "decision": decision,
    "queued": queued,
}
print(json.dumps({"others": others, "message": asked[0]["message"], "over": over["value"], "codes": codes, "seen": seen}))
