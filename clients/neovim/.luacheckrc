std = 'luajit'
read_globals = { 'vim' }
globals = { 'vim.g', 'vim.bo', 'vim.opt', 'vim.env' }
max_line_length = 120
files['test'] = { globals = { 'vim' } }
