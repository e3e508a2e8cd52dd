// The content security policy allows no code made of text, so nothing here may even try: zod would, to parse faster.

import { z } from 'zod';

z.config({ jitless: true });
