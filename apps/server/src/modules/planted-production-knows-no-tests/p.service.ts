import '../../testing/postgres.ts'
