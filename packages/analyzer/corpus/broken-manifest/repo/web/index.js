const express = require('express')
express().listen(7000)
