const express = require('express')
const mysql = require('mysql2')

const db = mysql.createConnection({
  host: process.env.DB_HOST,
  user: process.env.DB_USER,
  password: process.env.DB_PASSWORD,
  database: process.env.DB_NAME,
})
const app = express()
app.get('/health', (req, res) => res.send('ok'))
app.listen(3002, () => console.log(db.config))
