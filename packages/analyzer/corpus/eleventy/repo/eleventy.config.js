export default function (config) {
  config.addPassthroughCopy('css')
  return { dir: { input: 'src', output: 'public' } }
}
