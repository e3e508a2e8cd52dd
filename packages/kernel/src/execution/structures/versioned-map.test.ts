import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VersionedMap } from './versioned-map.js';

type Step =
  | { readonly kind: 'set'; readonly from: number; readonly key: number; readonly value: number }
  | { readonly kind: 'delete'; readonly from: number; readonly key: number };

const from = fc.nat(1_000);
const key = fc.nat(6);
const arbStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), from, key, value: fc.nat(99) }),
  fc.record({ kind: fc.constant('delete' as const), from, key }),
);

describe('a versioned map', () => {
  it('shows in every version what a copied map would show, wherever the versions branch', () => {
    fc.assert(
      fc.property(fc.array(arbStep, { maxLength: 40 }), fc.array(from), (steps, reads) => {
        const versions = [{ map: VersionedMap.empty<number, number>(), model: new Map<number, number>() }];
        for (const step of steps) {
          const base = versions[step.from % versions.length];
          if (base === undefined) continue;
          const model = new Map(base.model);
          if (step.kind === 'set') model.set(step.key, step.value);
          else model.delete(step.key);
          const map = step.kind === 'set' ? base.map.set(step.key, step.value) : base.map.delete(step.key);
          versions.push({ map, model });
        }
        for (const { map, model } of [...reads.map((read) => versions[read % versions.length]), ...versions].flatMap(
          (version) => version ?? [],
        )) {
          expect([...map]).toEqual([...model]);
          expect(map.size).toBe(model.size);
          for (let one = 0; one <= 6; one++) expect(map.get(one)).toBe(model.get(one));
        }
      }),
    );
  });

  it('can be walked over while other versions of it are made and used', () => {
    const first = VersionedMap.empty<number, string>().set(1, 'a').set(2, 'b').set(3, 'c');
    const seen: number[] = [];
    for (const key of first.keys()) {
      seen.push(key);
      expect(first.delete(2).set(9, 'z').has(2)).toBe(false);
    }
    expect(seen).toEqual([1, 2, 3]);
  });
});
