module longshore.dev/bench-proxy

go 1.26.8
