// Loaded before a process starts (`--import`): registers a tracing SDK that writes each span as a line to the file SPANS
// names.

import { appendFileSync } from 'node:fs';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, SimpleSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';

const exporter: SpanExporter = {
  export(spans, done) {
    for (const span of spans) {
      const { traceId, spanId } = span.spanContext();
      const line = { pid: process.pid, name: span.name, traceId, spanId, parent: span.parentSpanContext?.spanId };
      appendFileSync(process.env['SPANS'] ?? '', `${JSON.stringify(line)}\n`);
    }
    done({ code: 0 });
  },
  shutdown: async () => undefined,
};

trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
