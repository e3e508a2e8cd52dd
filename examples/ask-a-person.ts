// Asks a person for what no tool knows: a choice, then a form. Waits a moment in between, as a polite program does.

const where = await elicit({
  type: 'choice',
  message: 'Where shall the team go this autumn?',
  options: ['harbour', 'mountains', 'stay here'],
});
if (!where.approved) return { trip: 'none', because: where.reason ?? where.action };

console.log(`Noted: ${where.data}`);
await sleep(500);

const details = await elicit({
  type: 'form',
  message: 'A few details for the booking',
  schema: {
    type: 'object',
    properties: {
      people: { type: 'integer', title: 'How many people', minimum: 1, maximum: 40 },
      date: { type: 'string', title: 'Which day', description: 'such as 2026-11-06' },
      vegetarian: { type: 'boolean', title: 'Vegetarian food' },
      remarks: { type: 'string', title: 'Remarks' },
    },
    required: ['people', 'date'],
  },
});
if (!details.approved) return { trip: where.data, booked: false };

emit({ message: 'All set', ...details.data });
return { trip: where.data, booked: true, details: details.data };
