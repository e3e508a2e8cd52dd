import type { JsonValue } from '@toolshed/kernel';

/** The value of a record. One that is damaged is null, which no reader takes for a value: it hides nothing but itself. */
export function recordValue(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
