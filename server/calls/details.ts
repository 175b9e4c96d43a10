// The shape in which a profile is sealed. Never holds the mobile number: that stands on its own.
import * as z from 'zod';

export const detailsSchema = z.object({
  state: z.string(),
  city: z.string(),
  email: z.string(),
  gender: z.string(),
  age: z.string(),
});

export const noDetails = { state: '', city: '', email: '', gender: '', age: '', limit: '' };
