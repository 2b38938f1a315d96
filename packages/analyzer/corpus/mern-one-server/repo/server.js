const express = require('express')
const mongoose = require('mongoose')
const path = require('path')

mongoose.connect(process.env.MONGODB_URI)
const app = express()
app.use('/api/items', require('./routes/items'))
if (process.env.NODE_ENV === 'production') {
  app.use(express.static('client/build'))
  app.get('*', (req, res) => res.sendFile(path.resolve(__dirname, 'client', 'build', 'index.html')))
}
const PORT = process.env.PORT || 5000
app.listen(PORT, () => console.log(`Server started on port ${PORT}`))
