import '../planted-no-cycles/a.ts'
