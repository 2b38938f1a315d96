const { REST } = require('discord.js')

const rest = new REST().setToken(process.env.DISCORD_TOKEN)
rest.put(`/applications/${process.env.CLIENT_ID}/commands`, { body: [] })
