describe('app', () => { it('works', () => expect(process.env.TEST_ONLY).toBeUndefined()) })
