export default {
  ssr: false,
}
