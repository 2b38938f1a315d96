require('http').createServer().listen(3000)
