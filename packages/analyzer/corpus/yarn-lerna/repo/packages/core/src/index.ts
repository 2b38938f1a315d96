export const typeDefs = `type Query { hello: String }`
