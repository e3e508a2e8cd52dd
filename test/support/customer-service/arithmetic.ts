// `2 * (3 + 4.5)`, worked out without evaluating code.

/** NaN for what is no expression of numbers, + - * / and brackets. */
export function calculate(expression: string): number {
  const tokens = expression.match(/\d+(?:\.\d+)?|\S/g) ?? [];
  let at = 0;
  const takes = (...wanted: readonly string[]): string | undefined => {
    const token = tokens[at];
    if (token === undefined || !wanted.includes(token)) return undefined;
    at += 1;
    return token;
  };
  const factor = (): number => {
    if (takes('-')) return -factor();
    if (takes('+')) return factor();
    if (!takes('(')) return Number(tokens[at++] ?? Number.NaN);
    const value = sum();
    return takes(')') ? value : Number.NaN;
  };
  const product = (): number => {
    let value = factor();
    for (let sign = takes('*', '/'); sign !== undefined; sign = takes('*', '/'))
      value = sign === '*' ? value * factor() : value / factor();
    return value;
  };
  const sum = (): number => {
    let value = product();
    for (let sign = takes('+', '-'); sign !== undefined; sign = takes('+', '-'))
      value = sign === '+' ? value + product() : value - product();
    return value;
  };
  const value = sum();
  return at === tokens.length ? value : Number.NaN;
}
