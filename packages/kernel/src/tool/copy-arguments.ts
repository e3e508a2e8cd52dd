/**
 * A copy for one reader. Threat: code that is only asked about a call, and changes its arguments on the way: a person
 * would be shown other arguments than run. What is neither a list nor a plain object is shared.
 */
export function copyArguments<T>(value: T): T {
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]));
}
