/** Makes a missing case of a closed union a compile error, and a defect at run time if one slips through. */
export function assertNever(value: never): never {
  throw new TypeError(`Unexpected case ${JSON.stringify(value)}`);
}
