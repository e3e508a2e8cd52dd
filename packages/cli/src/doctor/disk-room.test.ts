import { describe, expect, it } from 'vitest';
import { judgeRoom } from './disk-room.js';

const judge = (free: number) => judgeRoom('/data', { free, all: 5e9, prefix: 'npx toolshed' });

describe('room on a disk', () => {
  it('is fine from a gigabyte on, a warning below, and a problem below 100 MB', () => {
    expect(judge(1e9)).toEqual({
      name: 'disk room',
      ok: true,
      detail: '1.0 GB of 5.0 GB are free for /data',
    });
    expect(judge(999e6)).toMatchObject({
      ok: true,
      warning: true,
      advice: expect.stringContaining('npx toolshed prune'),
    });
    expect(judge(99e6)).toMatchObject({ ok: false, detail: '99 MB of 5.0 GB are free for /data' });
  });
});
