import 'node:dns'
