Deno.serve((request) => {
  if (new URL(request.url).pathname === '/health') return new Response('ok')
  return new Response('hello')
})
