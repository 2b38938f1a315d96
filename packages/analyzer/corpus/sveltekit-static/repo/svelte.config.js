import adapter from '@sveltejs/adapter-static'

export default {
  kit: { adapter: adapter({ pages: 'www', fallback: '200.html' }) },
}
