export default { register() {}, bootstrap() {} }
