import { pad } from '../src/index'
