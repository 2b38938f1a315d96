import '../../remote/src/ssh/index.ts'
