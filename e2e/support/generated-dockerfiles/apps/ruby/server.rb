# frozen_string_literal: true

require 'socket'

trap('TERM') { exit }
server = TCPServer.new('0.0.0.0', Integer(ENV.fetch('PORT', '3000')))
loop do
  client = server.accept
  client.gets
  client.write "HTTP/1.1 200 OK\r\nContent-Length: 15\r\nConnection: close\r\n\r\nhello from ruby"
  client.close
end
