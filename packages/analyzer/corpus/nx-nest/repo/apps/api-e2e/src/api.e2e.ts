describe('GET /api', () => {
  it('answers', async () => expect((await fetch('http://localhost:3000/api')).status).toBe(200))
})
