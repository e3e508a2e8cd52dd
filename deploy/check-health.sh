#!/bin/sh
# Exit code 0 while the server of this machine or container lives. Node is there; curl may not be.
exec node -e "fetch('http://127.0.0.1:' + (process.env.TOOLSHED_PORT ?? 4180) + '/healthz', { signal: AbortSignal.timeout(3000) }).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
