import { describe, expect, it } from 'vitest';
import { createWaitingLine } from './waiting-line.js';

interface One {
  readonly name: string;
  readonly session: string;
  readonly agent: string | undefined;
  readonly dueAt?: number;
}

const one = (name: string, session: string, agent?: string, dueAt?: number): One => ({
  name,
  session,
  agent,
  ...(dueAt === undefined ? {} : { dueAt }),
});

function served(...given: readonly One[]): string {
  const line = createWaitingLine<One>();
  for (const each of given) line.push(each);
  const order: string[] = [];
  for (let next = line.next(); next; next = line.next()) order.push(next.name);
  expect(line.size).toBe(0);
  return order.join(' ');
}

describe('a waiting line', () => {
  it('serves sessions in turn, whatever one of them asks for', () => {
    const many = Array.from({ length: 5 }, (_, n) => one(`a${n}`, 'a'));
    expect(served(...many, one('b0', 'b'), one('c0', 'c'), one('b1', 'b'))).toBe('a0 b0 c0 a1 b1 a2 a3 a4');
  });

  it('serves the agents of a session in turn', () => {
    expect(served(one('x0', 'a', 'x'), one('x1', 'a', 'x'), one('y0', 'a', 'y'), one('n0', 'a'), one('b0', 'b'))).toBe(
      'x0 b0 y0 n0 x1',
    );
  });

  it('serves what is due by its moment, in turn with sessions', () => {
    expect(served(one('t3', 'a', undefined, 3), one('a0', 'a'), one('t1', 'a', undefined, 1), one('a1', 'a'))).toBe(
      't1 a0 t3 a1',
    );
    expect(served(one('t1', 'b', undefined, 1), one('again', 'b', undefined, 1), one('t0', 'b', undefined, 0))).toBe(
      't0 t1 again',
    );
  });

  it('forgets one that is removed', () => {
    const line = createWaitingLine<One>();
    const [gone, due, stays] = [one('gone', 'a'), one('due', 'a', undefined, 1), one('stays', 'a')];
    for (const each of [gone, due, stays]) line.push(each);
    line.remove(gone);
    line.remove(due);
    line.remove(gone);
    expect(line.size).toBe(1);
    expect(line.next()).toBe(stays);
    expect(line.next()).toBeUndefined();
  });
});
