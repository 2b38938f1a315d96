import { ApolloServer } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'
import { typeDefs } from '@shop/core'

const server = new ApolloServer({ typeDefs })
startStandaloneServer(server, { listen: { port: Number(process.env.PORT) || 4001 } })
