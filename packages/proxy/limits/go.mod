module longshore.dev/limits

go 1.26.8
