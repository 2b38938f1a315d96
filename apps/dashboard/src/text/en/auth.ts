export const auth = {
  signIn: 'Sign in',
  email: 'Email',
  password: 'Password',
}
