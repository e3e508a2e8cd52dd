/**
 * What a program's random numbers begin with: four words of the seed's FNV-1a hash. Made outside, where the
 * engine has learned to make them quickly: in a new isolate it would take as long as several calls.
 */
export function seedWords(seed: string): [number, number, number, number] {
  return [word(seed, 1), word(seed, 2), word(seed, 3), word(seed, 4)];
}

function word(text: string, salt: number): number {
  let hash = 2166136261 ^ salt;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return hash >>> 0;
}
