import { z } from 'zod';
import { createElicit } from '../create-elicit.js';

/** Where the person is, from their device. `denied` is the device or the person refusing access to it. */
export const location = createElicit({
  name: 'location',
  description: 'Request your location from your device',
  input: z.object({ accuracy: z.enum(['high', 'low']).default('low') }),
  output: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
  actions: ['accept', 'denied', 'cancel'],
});
