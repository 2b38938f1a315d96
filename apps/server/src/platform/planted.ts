import '../modules/planted-no-cycles/b.ts'
