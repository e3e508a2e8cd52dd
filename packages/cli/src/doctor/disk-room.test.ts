import { describe, expect, it } from 'vitest';
import { judgeRoom } from './disk-room.js';

describe('room on a disk', () => {
  it('is fine from a gigabyte on, a warning below, and a problem below 100 MB', () => {
    expect(judgeRoom('/data', 1e9, 5e9)).toEqual({
      name: 'disk room',
      ok: true,
      detail: '1.0 GB of 5.0 GB are free for /data',
    });
    expect(judgeRoom('/data', 999e6, 5e9)).toMatchObject({
      ok: true,
      warning: true,
      advice: expect.stringContaining('prune'),
    });
    expect(judgeRoom('/data', 99e6, 5e9)).toMatchObject({ ok: false, detail: '99 MB of 5.0 GB are free for /data' });
  });
});
