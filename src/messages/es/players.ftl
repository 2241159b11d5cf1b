level-easy = fácil
level-medium = medio
level-hard = difícil
level-expert = experto
