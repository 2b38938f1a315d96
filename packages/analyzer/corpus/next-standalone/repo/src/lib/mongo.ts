import { MongoClient } from 'mongodb'

if (!process.env.MONGODB_URI) throw new Error('Please add MONGODB_URI')

export const client = new MongoClient(process.env.MONGODB_URI)
