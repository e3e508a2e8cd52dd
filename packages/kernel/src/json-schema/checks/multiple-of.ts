/**
 * Whether one number is a whole multiple of the other, as they are written: 0.0075 is one of 0.0001, which no division
 * of binary fractions would say.
 */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [digits, exponent] = decimal(value);
  const [divisorDigits, divisorExponent] = decimal(divisor);
  const common = Math.min(exponent, divisorExponent);
  const scaled = (n: bigint, at: number): bigint => n * 10n ** BigInt(at - common);
  return scaled(digits, exponent) % scaled(divisorDigits, divisorExponent) === 0n;
}

/** Digits and a power of ten; a number has at most some hundred of either. */
function decimal(value: number): readonly [bigint, number] {
  const [mantissa = '0', power = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(power) - fraction.length];
}
